/** Invented posts in the shape of the API, with the fields that matter; a test changes what it is about. */
export type Json = Record<string, unknown>;

/** 2024-03-01T00:00:00Z in Unix seconds: when the sample questions close and resolve. */
export const CLOSE = 1709251200;

/** An entry of a community history that stands when the sample questions close. */
export const entry = (change: Json = {}): Json => ({
  start_time: CLOSE - 3600,
  end_time: null,
  forecaster_count: 40,
  centers: [0.6],
  means: null,
  forecast_values: null,
  ...change,
});

export const aggregations = (history: readonly Json[], latest: Json | null = null): Json => ({
  recency_weighted: { history, latest },
});

/** A binary question that every rule keeps. */
export const question = (id: number, change: Json = {}): Json => ({
  id,
  title: `Will event ${id} happen?`,
  type: 'binary',
  status: 'resolved',
  resolution: 'yes',
  created_at: '2024-01-01T00:00:00.250000Z',
  open_time: '2024-01-02T00:00:00Z',
  scheduled_close_time: '2024-03-01T00:00:00Z',
  actual_close_time: '2024-03-01T00:00:00Z',
  actual_resolve_time: '2024-03-01T00:00:00Z',
  resolution_set_time: '2024-03-02T00:00:00Z',
  label: '',
  unit: '',
  options_history: null,
  default_aggregation_method: 'recency_weighted',
  open_lower_bound: false,
  open_upper_bound: false,
  inbound_outcome_count: null,
  scaling: { range_min: null, range_max: null, zero_point: null },
  description: 'Background.',
  resolution_criteria: 'As the source says.',
  fine_print: '',
  aggregations: aggregations([entry()], entry({ means: [0.7] })),
  ...change,
});

/** A numeric question on 0..10 with a uniform CDF of ten buckets. */
export const numeric = (id: number, change: Json = {}): Json =>
  question(id, {
    type: 'numeric',
    resolution: '4.0',
    inbound_outcome_count: 10,
    scaling: { range_min: 0, range_max: 10, zero_point: null },
    aggregations: aggregations([entry()], entry({ forecast_values: uniformCdf(10) })),
    ...change,
  });

export const uniformCdf = (outcomes: number): number[] =>
  Array.from({ length: outcomes + 1 }, (_, index) => index / outcomes);

/** A post around one question. */
export const post = (id: number, body: Json = question(id), change: Json = {}): Json => ({
  id,
  title: `Post ${id}`,
  status: 'resolved',
  resolved: true,
  published_at: `2024-01-02T00:00:${String(id % 60).padStart(2, '0')}Z`,
  edited_at: '2024-03-02T00:00:00Z',
  nr_forecasters: 60,
  forecasts_count: 150,
  projects: { category: [{ name: 'Politics' }] },
  question: body,
  ...change,
});

/** A post around a group; its texts stand on the group. */
export const groupPost = (id: number, members: readonly Json[], change: Json = {}): Json => {
  const { question: _, ...rest } = post(id);
  return {
    ...rest,
    status: 'open',
    resolved: false,
    group_of_questions: {
      id: id + 1_000,
      graph_type: 'multiple_choice_graph',
      description: 'Background of the group.',
      resolution_criteria: 'Each by its label.',
      fine_print: '',
      questions: members.map(
        ({ description: _d, resolution_criteria: _r, fine_print: _f, ...member }) => member,
      ),
    },
    ...change,
  };
};
