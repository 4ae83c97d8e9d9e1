import { describe, expect, it } from 'vitest';
import { groupState } from '../../../sources/metaculus/listed-group.js';

const listed = (member: object = {}, post: object = {}) => ({
  id: 1,
  edited_at: 'e',
  forecasts_count: 5,
  group_of_questions: { id: 2, questions: [{ id: 3, status: 'open', resolution: null, ...member }] },
  ...post,
});

describe('groupState', () => {
  it.each([
    null,
    'x',
    {},
    { question: {} },
    { group_of_questions: null },
    { group_of_questions: { questions: 5 } },
  ])('is undefined for %j', (value) => {
    expect(groupState(value)).toBeUndefined();
  });

  it('moves with what a detail depends on, and with nothing else', () => {
    const state = groupState(listed());
    expect(groupState(listed({ aggregations: {} }, { vote: 4 }))).toEqual(state);
    for (const changed of [
      listed({ resolution: 'yes' }),
      listed({ status: 'resolved' }),
      listed({ actual_close_time: 't' }),
      listed({}, { edited_at: 'f' }),
      listed({}, { forecasts_count: 6 }),
    ])
      expect(groupState(changed)).not.toEqual(state);
  });
});
