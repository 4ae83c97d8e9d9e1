import type { Rate } from '../../sources/http/pacing.js';
import type { SourceName } from '../../sources/types.js';
import type { PlanEstimate } from '../dataset.js';

/** What a build would ask of each host, as text: requests, bytes and the least time at the allowed rate. */
export function planText(
  dataset: string,
  estimates: readonly PlanEstimate[],
  rates: Readonly<Record<SourceName, Rate>>,
): string {
  const lines = estimates.map(({ source, requests, bytes, basis }) => {
    const rate = rates[source];
    const seconds = requests.map((n) => Math.ceil((n * rate.seconds) / rate.requests)) as [number, number];
    return `  ${source.padEnd(9)} ${range(requests)} requests, ${range(bytes.map(megabytes) as [string, string])} MB, at least ${range(seconds.map(duration) as [string, string])} at ${rate.requests}/${rate.seconds}s; ${basis}`;
  });
  return [`${dataset}:`, ...lines].join('\n');
}

function range([low, high]: readonly [number | string, number | string]): string {
  return low === high ? String(low) : `${low} to ${high}`;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
