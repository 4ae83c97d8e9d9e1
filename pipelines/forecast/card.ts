import type { CardText } from '../dataset.js';

const TERMS =
  'Metaculus data: by its terms, data obtained through the API may not be used to train, evaluate, create or develop AI or machine learning models without written permission of Metaculus; commercial use needs an agreement of its own. Each user brings an own token and permission. See https://www.metaculus.com/terms-of-use/.';

const SECTIONS = [
  {
    title: 'Access and terms',
    body: `This product ships no Metaculus data. A build asks the API with your own token: create one in the settings of your Metaculus account (https://www.metaculus.com/accounts/settings/, section API access) and set METACULUS_TOKEN.

${TERMS}

What a token sees depends on its access tier. Ordinary tokens get empty texts, resolutions and community predictions for most closed questions, without an error. Such questions are dropped as \`hidden_by_access\`, apart from ambiguous and unresolved ones, and a build refuses to publish where more than half of the list is hidden. Write to Metaculus for a higher tier, or select the project that your tier covers with \`--set forecast.project=ID\`.`,
  },
  {
    title: 'How to read the labels',
    body: `\`gold_confidence\` is sigmoid(\`baseline_score\` / 100). The score is Metaculus' log score of the community prediction against a uniform forecast, taken at the entry that stood when the question closed or resolved, whichever came first; never at a later one, which may know the outcome.

- Boolean: 100 (ln P − ln 0.5) / ln 2, P being the probability of what happened. The confidence cannot exceed 0.731.
- Timeframe and quantity: 100 ln(p / b) / 2, p being the probability of the bucket that holds the outcome, b = (1 − 0.05 m) / N for N buckets and m open bounds. Buckets are equal steps of internal location: on a logarithmic scale they are not equal in nominal units.

\`community_statistic\` says whether a boolean label rests on the weighted mean or on the median. The mean is the default; entries of the past carry no mean since mid-2025, and exports never do.`,
  },
  {
    title: 'Known limits',
    body: `- No field says that criteria changed after submission. Wordings in the texts (a dated edit, update or correction note, "prior to <date>:", "originally", criteria that "were changed"), a longer history of options, and criteria that differ from those of the previous version stand in for it. Some changes go unseen, and some innocent texts are caught: the ledger gives the passage.
- The list gives the community CDF of the newest entry only. Where that one is later than the cut and the aggregation explorer does not answer this token, a continuous question is dropped as \`no_community_prediction\`; an export of the question supplies it (\`--import\`).
- \`forecast_count\` and \`forecaster_count\` are those of the post: members of a group share them.
- Questions of one group, and questions with the same title, are always in one split.
- Multiple choice, conditional questions and notebooks are left out.`,
  },
] as const;

export const forecastCard: CardText = {
  prettyName: 'FOReCAst: resolved forecasting questions with gold confidence',
  summary:
    'Resolved Metaculus questions of three kinds (boolean, timeframe, quantity), each with its outcome and a gold confidence derived from the final community prediction, after FOReCAst (arXiv 2502.19676).',
  license: 'other',
  licenseName: 'metaculus-terms-of-use',
  terms: TERMS,
  tags: ['forecasting', 'metaculus', 'calibration', 'confidence'],
  sections: SECTIONS,
};
