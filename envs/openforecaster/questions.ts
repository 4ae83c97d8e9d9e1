/** What the environment needs of a question. Only `prompt` may reach a client. */
export interface Question {
  question: string;
  prompt: string;
  answer: string;
}

/** The questions of one version of the data. */
export interface QuestionStore {
  version: string;
  /** Ids by split, in published order. */
  splits: ReadonlyMap<string, readonly string[]>;
  /** The question of one of these ids. Rejects for any other. */
  load(split: string, id: string): Promise<Question>;
  close(): Promise<void>;
}
