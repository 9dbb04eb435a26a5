import { describe, expect, test } from 'vitest'
import { configFrom } from './environment.ts'

describe('the card provider follows from the environment', () => {
  test.each([
    [{}, { kind: 'unset' }],
    [{ AMBIT_CARDS: 'test' }, { kind: 'test' }],
    [{ AMBIT_CARDS: 'off', STRIPE_SECRET_KEY: 'sk_live_1' }, { kind: 'off' }],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', AMBIT_ENVIRONMENT: 'prod' },
      { kind: 'stripe', secretKey: 'sk_live_1' },
    ],
    [{ STRIPE_SECRET_KEY: 'rk_test_1' }, { kind: 'stripe', secretKey: 'rk_test_1' }],
  ])('reads %o as the card provider %o', (env, cards) => {
    expect(configFrom(env).cards).toEqual(cards)
  })

  test.each([
    [{ AMBIT_CARDS: 'yes' }, 'AMBIT_CARDS must be one of test, off, not "yes".'],
    [{ STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret key, which begins with sk_ or rk_.'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', AMBIT_CARDS: 'test' },
      'AMBIT_CARDS=test and STRIPE_SECRET_KEY cannot be used together.',
    ],
    [
      { AMBIT_CARDS: 'test', AMBIT_ENVIRONMENT: 'prod' },
      'The environment prod accepts no test cards: leave AMBIT_CARDS out.',
    ],
  ])('refuses %o and says why', (env, sentence) => {
    expect(() => configFrom(env)).toThrow(sentence)
  })
})
