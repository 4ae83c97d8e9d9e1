import { describe, expect, it } from 'vitest';
import { priceHistory } from '../../../schemas/wire/clob.js';

describe('priceHistory', () => {
  it('reads ints, floats and texts', () => {
    const body = {
      history: [
        { t: 1748736007, p: 0.845 },
        { t: 1748822406, p: 1 },
        { t: 1748908807, p: '0.0005' },
      ],
    };
    expect(priceHistory.parse(body).history.map((point) => point.p)).toEqual([0.845, 1, 0.0005]);
    expect(priceHistory.parse({ history: [] })).toEqual({ history: [] });
  });

  it.each([
    [{ t: '1748736007', p: 0.5 }, 'history.0.t'],
    [{ t: 1748736007.5, p: 0.5 }, 'history.0.t'],
    [{ t: 1748736007, p: null }, 'history.0.p'],
    [{ t: 1748736007, p: 'NaN' }, 'history.0.p'],
    [{ t: 1748736007 }, 'history.0.p'],
  ])('names the field of %j', (point, field) => {
    expect(priceHistory.safeParse({ history: [point] }).error?.issues[0]?.path.join('.')).toBe(field);
  });
});
