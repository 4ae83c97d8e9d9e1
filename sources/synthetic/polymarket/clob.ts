import { SECONDS_PER_DAY } from '../../../common/time.js';
import type { SyntheticPart, SyntheticRequest, SyntheticResponse } from '../part.js';
import { json, REPEATED_ROWS, refusedByGateway, wholeNumber } from './answers.js';
import { WORLD_NOW } from './calendar.js';
import type { Market, Point } from './model.js';
import { samplesOf } from './series.js';
import type { World } from './world.js';

const LONGEST_WINDOW = 15 * SECONDS_PER_DAY;
const MONTH = 31 * SECONDS_PER_DAY;
/** Minutes; below it `interval=max` is empty for a resolved token. */
const RESOLVED_FIDELITY = 720;

/** Span in seconds and least fidelity of the named intervals. */
const INTERVALS: Readonly<Record<string, { span: number; least?: number }>> = {
  max: { span: Number.POSITIVE_INFINITY },
  all: { span: Number.POSITIVE_INFINITY },
  '1m': { span: MONTH, least: 10 },
  '1w': { span: 7 * SECONDS_PER_DAY, least: 5 },
  '1d': { span: SECONDS_PER_DAY },
  '6h': { span: 21_600 },
  '1h': { span: 3_600 },
};

/** The CLOB: `/prices-history` with its window and fidelity rules (reference 2.3). */
export function createClobPart(world: World): SyntheticPart {
  return {
    prefix: 'clob',
    handle: (request) =>
      refusedByGateway(request) ??
      (request.segments.join('/') === 'prices-history'
        ? pricesHistory(world, request)
        : json(404, { error: 'not found' })),
  };
}

function refuse(reason: string): SyntheticResponse {
  return json(400, { error: `invalid filters: ${reason}` });
}

function pricesHistory(world: World, request: SyntheticRequest): SyntheticResponse {
  const { query } = request;
  const token = query.get('market');
  const fidelityText = query.get('fidelity');
  const fidelity = fidelityText === null ? undefined : wholeNumber(fidelityText, 0);
  if (!token) return refuse("'market' is required");
  if (fidelity === 0) return refuse("'fidelity' is not valid");
  const read = (minutes: number, from: number, to: number): Point[] => {
    const found = world.byToken.get(token);
    return found ? samplesOf(found.market, found.token, minutes, from, to) : [];
  };
  if (query.has('startTs')) return explicitWindow(request, read, fidelity);
  return namedInterval(request, read, fidelity, world.byToken.get(token)?.market);
}

type Read = (minutes: number, from: number, to: number) => Point[];

function explicitWindow(request: SyntheticRequest, read: Read, fidelity = 1): SyntheticResponse {
  const start = Number(request.query.get('startTs'));
  const endText = request.query.get('endTs');
  const end = endText === null ? Number.POSITIVE_INFINITY : Number(endText);
  if (Number.isNaN(start) || Number.isNaN(end)) return refuse("'startTs' and 'endTs' must be numbers");
  if (endText !== null && end - start > LONGEST_WINDOW) {
    return refuse("'startTs' and 'endTs' interval is too long");
  }
  return history(request, read(fidelity, start, end));
}

/** Resolved tokens answer the open-ended intervals alone, and those from twelve hours on; other spans end now. */
function namedInterval(
  request: SyntheticRequest,
  read: Read,
  fidelity: number | undefined,
  market: Market | undefined,
): SyntheticResponse {
  const interval = INTERVALS[request.query.get('interval') ?? ''];
  if (interval === undefined) return refuse("either 'interval' or 'startTs' and 'endTs' must be set");
  const { span, least } = interval;
  if (least !== undefined && fidelity !== undefined && fidelity < least) {
    return refuse(`minimum 'fidelity' for '${request.query.get('interval')}' range is ${least}`);
  }
  const whole = span === Number.POSITIVE_INFINITY;
  if (market === undefined || (market.closedAt !== null && (!whole || (fidelity ?? 1) < RESOLVED_FIDELITY))) {
    return history(request, []);
  }
  const reach = whole && fidelity === undefined ? MONTH : span;
  const points = read(fidelity ?? (whole ? 10 : (least ?? 1)), WORLD_NOW - reach, WORLD_NOW);
  return history(request, market.closedAt === null ? withNow(points) : points);
}

/** Live tokens end with a point at request time, which comes twice at times. */
function withNow(points: readonly Point[]): Point[] {
  const last = points.at(-1);
  return last === undefined
    ? []
    : [...points, { ...last, at: WORLD_NOW + 7 }, { ...last, at: WORLD_NOW + 7 }];
}

function history(request: SyntheticRequest, points: readonly Point[]): SyntheticResponse {
  const name = request.fault === 'drift' ? 'prices' : 'history';
  const repeated = request.fault === 'repeat' ? [...points.slice(0, REPEATED_ROWS), ...points] : points;
  const rows = repeated.map(({ at, micros, text }) => `{"t":${at},"p":${text ?? micros / 1_000_000}}`);
  return json(200, `{"${name}":[${rows.join(',')}]}`);
}
