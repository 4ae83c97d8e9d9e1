import { sha256OfJson } from '../../common/hash.js';
import { CallLog, type Outcome } from './calls.js';
import type { Environment, Episode, TaskSpec, ToolOutput } from './environment.js';
import { errorText, HttpProblem, ToolRefusal } from './problems.js';
import type { Secrets } from './secrets.js';
import type { SessionWorld } from './sessions.js';

/** What binds a session to a task. */
export interface Binding {
  environment: Environment;
  task: TaskSpec;
  secrets: Secrets;
  /** The request as sent; the same request again is answered the same. */
  request: unknown;
}

/** One task being played by one client. Nothing of it is shared with another session. */
export class Session {
  readonly environment: Environment;
  readonly calls: CallLog;
  private readonly requestHash: string;
  private readonly secrets: Secrets;
  private readonly setup: Promise<Episode>;
  private readonly stop = new AbortController();
  private finished = false;

  constructor(binding: Binding, world: SessionWorld) {
    this.environment = binding.environment;
    this.calls = new CallLog(world.limits, world.now, world.newId);
    this.requestHash = sha256OfJson(binding.request);
    this.secrets = binding.secrets;
    this.setup = Promise.resolve().then(() => binding.environment.open(binding.task, binding.secrets));
    this.setup.catch(() => undefined);
  }

  /** Whether the session was bound by the same request. */
  isBoundBy(request: unknown): boolean {
    return this.requestHash === sha256OfJson(request);
  }

  /**
   * The episode, once it is set up. HttpProblem: that of the setup, 500 with the error's text where it failed
   * otherwise, 410 where the session is deleted meanwhile.
   */
  async episode(): Promise<Episode> {
    try {
      return await untilAborted(this.stop.signal, this.setup, () => new HttpProblem(410, 'Session deleted'));
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      throw new HttpProblem(500, errorText(error, this.secrets.values()));
    }
  }

  /** Carries out a tool; never rejects. */
  async run(episode: Episode, name: string, input: unknown): Promise<Outcome> {
    if (this.finished) return failure('the episode is finished');
    try {
      const { signal } = this.stop;
      const call = episode.call(name, input, signal);
      const output = await untilAborted(signal, call, () => new ToolRefusal('Session deleted'));
      const outcome = success(output);
      this.finished = output.finished;
      return outcome;
    } catch (error) {
      if (error instanceof ToolRefusal) return failure(error.message);
      return { event: 'error', data: errorText(error, this.secrets.values()) };
    }
  }

  /** Ends the session: what waits for it is told so, and what its tools do is cancelled. */
  end(): void {
    this.stop.abort();
  }
}

/** What the work gives, or the reason at once where the signal is aborted first; leaves no listener behind. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function success({ blocks, metadata, reward, finished }: ToolOutput): Outcome {
  if (reward !== null && !Number.isFinite(reward)) throw new RangeError('a reward must be finite');
  const output = { blocks, metadata, reward, finished };
  return { event: 'end', data: JSON.stringify({ ok: true, output }) };
}

function failure(error: string): Outcome {
  return { event: 'end', data: JSON.stringify({ ok: false, error }) };
}
