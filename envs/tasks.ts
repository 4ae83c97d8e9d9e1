import { canonicalJson } from '../common/hash.js';
import { type Split, splitType, type TaskSpec } from './ors/environment.js';
import { HttpProblem } from './ors/problems.js';

/** The tasks of an environment, in their stable order. A specification is accepted only if it is one of them. */
export class TaskList {
  readonly splits: readonly Split[];
  private readonly bySpec: ReadonlyMap<string, TaskSpec>;

  /** Tasks by split; splits without a task are left out. */
  constructor(private readonly tasks: ReadonlyMap<string, readonly TaskSpec[]>) {
    const filled = [...tasks].filter(([, specs]) => specs.length > 0);
    this.splits = filled.map(([name]) => ({ name, type: splitType(name) }));
    const specs = filled.flatMap(([, ofSplit]) => ofSplit);
    this.bySpec = new Map(specs.map((spec) => [canonicalJson(spec), spec]));
  }

  count(split: string): number {
    return this.of(split).length;
  }

  /** RangeError where split or index do not exist. */
  task(split: string, index: number): TaskSpec {
    const task = this.of(split)[index];
    if (task === undefined) throw new RangeError(`no task ${index} in ${split}`);
    return task;
  }

  /**
   * The listed task that a specification is. HttpProblem 400 where it is none of them, key for key: a client must not
   * choose its own rules, and a task of another version is another task.
   */
  listed(spec: TaskSpec): TaskSpec {
    const task = this.bySpec.get(canonicalJson(spec));
    if (task === undefined)
      throw new HttpProblem(400, 'task_spec is none of the tasks that this environment lists');
    return task;
  }

  private of(split: string): readonly TaskSpec[] {
    const tasks = this.tasks.get(split);
    if (tasks === undefined) throw new RangeError(`no split ${split}`);
    return tasks;
  }
}
