import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { pino } from 'pino';
import type { Effects, Log } from '../../common/effects.js';
import { MICROS_PER_SECOND } from '../../common/time.js';

export type LogStyle = 'pretty' | 'json';

/** A log that can be ended; after `end` nothing more is drawn. */
export interface ClosableLog extends Log {
  end(): void;
}

/** Builds the log of a run on stderr: one JSON object a line for machines, progress lines for people. */
export function createLog(style: LogStyle, effects: Effects): ClosableLog {
  return style === 'json' ? jsonLog(effects) : prettyLog(effects);
}

function jsonLog(effects: Effects): ClosableLog {
  const isDue = oncePerSecond(effects);
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return {
    info: (event, fields = {}) => logger.info({ event, ...fields }),
    warn: (event, fields = {}) => logger.warn({ event, ...fields }),
    progress: (task, done, total) => {
      if (done === total || isDue(task)) logger.info({ event: 'progress', task, done, total });
    },
    end: () => logger.flush(),
  };
}

/** Whether a task's last line is a second old, or it has none yet. */
function oncePerSecond(effects: Effects): (task: string) => boolean {
  const last = new Map<string, number>();
  return (task) => {
    const now = effects.now();
    if (now - (last.get(task) ?? Number.NEGATIVE_INFINITY) < MICROS_PER_SECOND) return false;
    last.set(task, now);
    return true;
  };
}

const BAR = '{task} {bar} {value}/{total} {rate}/s ETA {eta_formatted}';
const OPEN_ENDED = '{task} {value} {rate}/s';

function prettyLog(effects: Effects): ClosableLog {
  const bars = new MultiBar(
    { format: BAR, hideCursor: true, stream: process.stderr, noTTYOutput: false, clearOnComplete: false },
    Presets.shades_classic,
  );
  const tasks = new ProgressTasks(bars, effects);
  const line = (event: string, fields: Record<string, unknown>) => {
    const text = [event.replaceAll('_', ' '), ...Object.entries(fields).map(describe)].join('  ');
    if (process.stderr.isTTY && tasks.size > 0) bars.log(`${text}\n`);
    else process.stderr.write(`${text}\n`);
  };
  return {
    info: (event, fields = {}) => line(event, fields),
    warn: (event, fields = {}) => line(`warning: ${event}`, fields),
    progress: (task, done, total) => tasks.update(task, done, total, line),
    end: () => bars.stop(),
  };
}

/** Characters of a value that people are shown; the JSON log has it whole. */
const LONGEST = 160;

function describe([name, value]: [string, unknown]): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value));
  return `${name}=${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
}

/** One bar a task on a terminal; elsewhere a line when a task has gone on for another ten seconds, and at its end. */
class ProgressTasks {
  readonly #bars: MultiBar;
  readonly #effects: Effects;
  readonly #open = new Map<string, { bar: SingleBar | undefined; startedAt: number; printedAt: number }>();

  constructor(bars: MultiBar, effects: Effects) {
    this.#bars = bars;
    this.#effects = effects;
  }

  get size(): number {
    return this.#open.size;
  }

  update(
    task: string,
    done: number,
    total: number | undefined,
    line: (event: string, fields: Record<string, unknown>) => void,
  ): void {
    const now = this.#effects.now();
    const state = this.#open.get(task) ?? this.#start(task, total, now);
    const seconds = Math.max((now - state.startedAt) / MICROS_PER_SECOND, 0.001);
    const rate = (done / seconds).toFixed(1);
    if (state.bar) {
      if (total !== undefined) state.bar.setTotal(total);
      state.bar.update(done, { task, rate });
    } else if (now - state.printedAt >= 10 * MICROS_PER_SECOND || done === total) {
      state.printedAt = now;
      line(task, { done, ...remaining(done, total, seconds), rate: `${rate}/s` });
    }
  }

  #start(task: string, total: number | undefined, now: number) {
    const bar = process.stderr.isTTY
      ? this.#bars.create(
          total ?? 0,
          0,
          { task, rate: '0' },
          total === undefined ? { format: OPEN_ENDED } : {},
        )
      : undefined;
    const state = { bar, startedAt: now, printedAt: now };
    this.#open.set(task, state);
    return state;
  }
}

function remaining(done: number, total: number | undefined, seconds: number): Record<string, unknown> {
  if (total === undefined || done === 0) return {};
  return { total, eta: `${Math.ceil(((total - done) * seconds) / done)}s` };
}
