import { api, type CardProvider } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Stripe } from '@stripe/stripe-js'
import { client } from '../api/client.ts'

/** Which card provider the installation has; it does not change while the portal is open. */
export const cardProviderQuery = queryOptions({
  queryKey: ['payment-methods', 'provider'],
  queryFn: ({ signal }) => client.call(api.paymentMethods.provider, { signal }).then((answer) => answer.data),
  staleTime: Infinity,
})

export type CardElementSource = NonNullable<CardProvider['element']>

export const NO_PROVIDER = 'The card provider cannot be reached. Please check the connection and try again.'

/** Milliseconds after which a script counts as unreachable. */
const SCRIPT_WAIT_MS = 15_000
/**
 * The provider's script, which it forbids to be served from elsewhere: loaded when a card is entered or confirmed, and
 * never before.
 */
export const cardScriptQuery = (source: CardElementSource) =>
  queryOptions({
    queryKey: ['payment-methods', 'script', source.script_url],
    queryFn: () => load(source),
    staleTime: Infinity,
    retry: false,
    // It is no data.
    structuralSharing: false,
  })

const load = async ({ publishable_key, script_url }: CardElementSource): Promise<Stripe> => {
  if (window.Stripe === undefined) await addScript(script_url)
  if (window.Stripe === undefined) throw new Error(NO_PROVIDER)
  return window.Stripe(publishable_key)
}

const addScript = (src: string): Promise<void> =>
  new Promise((done, fail) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const ended = (settle: () => void) => (): void => {
      clearTimeout(timer)
      settle()
    }
    const failed = ended(() => {
      script.remove()
      fail(new Error(NO_PROVIDER))
    })
    const timer = setTimeout(failed, SCRIPT_WAIT_MS)
    script.addEventListener('load', ended(done))
    script.addEventListener('error', failed)
    document.head.append(script)
  })
