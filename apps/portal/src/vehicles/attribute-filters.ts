import { FUNCTIONAL_AREA_PATH } from '@ambit/contract'

/** How the filters of custom fields travel: `completed:allocation`, `allocation.….functional_area:north`. */
export const COMPLETED = 'completed'
export const FUNCTIONAL_AREA = FUNCTIONAL_AREA_PATH.join('.')

export const chosenFor = (pairs: readonly string[], key: string): string[] =>
  pairs.filter((pair) => pair.startsWith(`${key}:`)).map((pair) => pair.slice(key.length + 1))

/** The pairs with these values for one key; those of other keys stay. */
export const withChosen = (pairs: readonly string[], key: string, values: readonly string[]): string[] => [
  ...pairs.filter((pair) => !pair.startsWith(`${key}:`)),
  ...values.map((value) => `${key}:${value}`),
]
