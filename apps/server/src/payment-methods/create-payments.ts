import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isDemo } from '../settings/demo.ts'
import type { PaymentProvider, Payments } from './provider.ts'
import { createStripeProvider } from './stripe-provider.ts'
import { createTestProvider } from './test-provider.ts'

/** The configured provider; without one the built-in provider in the demo town, and none elsewhere. */
export const createPayments = (
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log'>,
  { cards }: Pick<Config, 'cards'>,
): Payments => {
  switch (cards.kind) {
    case 'stripe': {
      const stripe = createStripeProvider(deps, cards)
      return { current: async () => stripe }
    }
    case 'test':
    case 'off': {
      const chosen: PaymentProvider | null = cards.kind === 'test' ? createTestProvider(deps) : null
      return { current: async () => chosen }
    }
    case 'unset': {
      const test = createTestProvider(deps)
      return { current: async (tx) => ((await isDemo(tx ?? deps.db)) ? test : null) }
    }
  }
}
