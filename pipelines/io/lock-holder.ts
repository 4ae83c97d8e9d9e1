import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { errorCode } from '../../common/node-files.js';
import { formatInstant } from '../../common/time.js';

const holderSchema = z.strictObject({
  pid: z.int().positive(),
  host: z.string(),
  /** Tells the process from a later one with the same number; null where the system does not say. */
  start: z.string().nullable(),
  /** When the process started, ISO 8601. */
  since: z.string(),
  command: z.string(),
});

/** A process as a lock file names it. */
export type LockHolder = z.infer<typeof holderSchema>;

/** This process. `command` is what it does, for people. */
export async function thisProcess(command: string): Promise<LockHolder> {
  return {
    pid: process.pid,
    host: hostname(),
    start: await startOf(process.pid),
    since: formatInstant(Math.round(performance.timeOrigin) * 1000),
    command,
  };
}

/** Reads a lock file's text; undefined where it is none. */
export function parseHolder(text: string): LockHolder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process still runs. False where its number is free or belongs to a process that started at another time.
 * A process of another host cannot be looked at and counts as running.
 */
export async function isAlive(holder: LockHolder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  if (!processExists(holder.pid)) return false;
  return holder.start === null || (await startOf(holder.pid)) === holder.start;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Field 22 of /proc/PID/stat, in clock ticks since boot, with the boot it counts from; null where there is no /proc. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}
