import { onTestFinished } from 'vitest'
import type { StripeScript } from '../ui/card-script.ts'

type Told = Parameters<ReturnType<ReturnType<StripeScript['elements']>['create']>['on']>[1]

/** As if Stripe's script had been loaded, until the test is over: what the app asks of it, and what it shall answer. */
export const putStripe = () => {
  const told = {
    keys: [] as string[],
    locales: [] as string[],
    setups: [] as { secret: string; name: string }[],
    payments: [] as { secret: string; card: string | undefined }[],
    setup: {} as Awaited<ReturnType<StripeScript['confirmCardSetup']>>,
    payment: {} as Awaited<ReturnType<StripeScript['confirmCardPayment']>>,
    change: (_event: Parameters<Told>[0]): void => {},
  }
  const field = {
    on: (event: string, listener: Told) => {
      if (event === 'ready') queueMicrotask(() => listener({}))
      if (event === 'change') told.change = listener
    },
    mount: () => {},
    destroy: () => {},
  }
  const script: StripeScript = {
    elements: ({ locale }) => {
      told.locales.push(locale)
      return { create: () => field }
    },
    confirmCardSetup: async (secret, { payment_method }) => {
      told.setups.push({ secret, name: payment_method.billing_details.name })
      return told.setup
    },
    confirmCardPayment: async (secret, { payment_method: card }) => {
      told.payments.push({ secret, card })
      return told.payment
    },
  }
  const make = (key: string): StripeScript => {
    told.keys.push(key)
    return script
  }
  Object.assign(window, { Stripe: make })
  onTestFinished(() => void Reflect.deleteProperty(window, 'Stripe'))
  return told
}
