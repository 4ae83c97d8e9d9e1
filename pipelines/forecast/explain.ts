import { formatInstant, MICROS_PER_SECOND } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { bodyPathOf } from '../../sources/snapshots/paths.js';
import { assess, type ForecastContext, type Judged } from './assess.js';
import { entryStaleHours, goldInputs, openBounds, outcomeOf, probabilityOfYes } from './community.js';
import { booleanGold, continuousGold, uniformDensity } from './gold-confidence.js';
import { location } from './location.js';
import type { ForecastParameters } from './parameters.js';
import { outcomeValue, publishedResolution } from './resolution.js';
import { forecastRules, type RuleInputs } from './rules.js';

/** The evidence of one candidate as text: raw responses, verdicts, and the formula with its numbers. */
export async function explainForecast(id: string, context: ForecastContext): Promise<string | undefined> {
  const { judged, inputs } = await assess(context);
  for await (const one of judged())
    if (one.record.candidate_id === id) return explanation(one, inputs, context.parameters);
  return undefined;
}

function explanation(
  { record, verdict }: Judged,
  inputs: RuleInputs,
  parameters: ForecastParameters,
): string {
  const lines = [
    `${record.candidate_id}: ${verdict === undefined ? 'kept' : `dropped by ${verdict.rule} (${verdict.detail})`}`,
    `  ${record.title.replace(/\s+/gu, ' ').trim()}`,
    '',
    'Rests on',
    ...sources(record),
    '',
    'Rules',
    ...verdicts(record, inputs),
    '',
    'Community prediction',
    ...community(record),
    '',
    'Label',
    ...formula(record, parameters),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Without control characters: texts are the upstream's, and this goes to a terminal. */
function printable(line: string): string {
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}

function sources(record: NormalizedQuestion): string[] {
  const lines = source('record', record.source_sha256, record.source_pointer);
  const { community_sha256: sha256, community_pointer: pointer } = record;
  if (sha256 === null || pointer === null) return lines;
  if (record.community_origin === 'export')
    return [...lines, `  entry   export sha256:${sha256}, ${pointer}`];
  return [...lines, ...source('entry ', sha256, pointer)];
}

function source(name: string, sha256: string, pointer: string): string[] {
  const place = pointer === '' ? '(whole body)' : pointer;
  return [
    `  ${name}  ${bodyPathOf('snapshots', sha256, 'gzip')}`,
    `          sha256:${sha256}  pointer ${place}`,
  ];
}

/** Each rule by itself; those after the one that drops the record are not asked. */
function verdicts(record: NormalizedQuestion, inputs: RuleInputs): string[] {
  const lines: string[] = [];
  for (const { name, test } of forecastRules) {
    const detail = test(record, inputs);
    lines.push(`  ${name.padEnd(24)} ${detail === undefined ? 'keep' : `DROP  ${detail}`}`);
    if (detail !== undefined) return lines;
  }
  return lines;
}

function community(record: NormalizedQuestion): string[] {
  const { cut_at: cut, community_start: start, community_end: end } = record;
  if (cut === null) return ['  no closing or resolving time'];
  const lines = [
    `  cut     ${formatInstant(cut)}, the earliest of actual close ${time(record.closed_at)}, resolve ${time(record.resolved_at)} and scheduled close`,
  ];
  if (start === null) return [...lines, `  entry   none of ${record.method} started by then`];
  const until = end === null ? 'open' : seconds(end);
  const hours = entryStaleHours(record);
  return [
    ...lines,
    `  entry   ${record.method}, ${record.community_origin}: ${seconds(start)} to ${until}${hours === undefined ? '' : `, ended ${hours} h before the cut`}`,
    `  values  mean ${record.community_mean}, median ${record.community_center}, CDF ${record.community_cdf === null ? 'none' : `of ${record.community_cdf.length} points`}`,
  ];
}

function time(micros: number | null): string {
  return micros === null ? '(none)' : formatInstant(micros);
}

function seconds(unix: number): string {
  return formatInstant(Math.round(unix * MICROS_PER_SECOND));
}

function formula(record: NormalizedQuestion, { communityStatistic }: ForecastParameters): string[] {
  const outcome = outcomeOf(record);
  const inputs = goldInputs(record, communityStatistic);
  if (outcome === undefined || inputs === undefined) return ['  none: an outcome or a prediction is missing'];
  const head = `  resolution  ${record.resolution} -> ${publishedResolution(outcome)} (${outcomeValue(outcome)})`;
  const { probability: p, bucket, scale } = inputs;
  if (scale === undefined || bucket === undefined) {
    const { baselineScore, goldConfidence } = booleanGold(p);
    return [
      head,
      `  P           ${p} for what happened, from the ${probabilityOfYes(record, communityStatistic)?.statistic}`,
      `  score       100 (ln ${p} - ln 0.5) / ln 2 = ${baselineScore}`,
      `  confidence  sigmoid(score / 100) = ${goldConfidence}`,
    ];
  }
  const bounds = openBounds(record);
  const { baselineScore, goldConfidence } = continuousGold(p, scale.outcomes, bounds);
  const value = outcomeValue(outcome);
  return [
    head,
    `  location    u = ${value === undefined ? '-' : location(value, scale)} in ${scale.min}..${scale.max}, zero point ${scale.zeroPoint}`,
    `  bucket      ${bucket} of ${scale.outcomes}, p = ${p}, density ${p * scale.outcomes}`,
    `  score       100 ln(p / (${uniformDensity(bounds)} / ${scale.outcomes})) / 2 = ${baselineScore}`,
    `  confidence  sigmoid(score / 100) = ${goldConfidence}`,
  ];
}
