import type { CardProvider } from '@ambit/contract'

export type ElementSource = NonNullable<CardProvider['element']>

type Failure = { message?: string | undefined }

/** The provider's own field, in a frame of the provider. */
export type CardField = {
  on: (event: 'ready' | 'change' | 'focus' | 'blur', told: (event: { error?: Failure | undefined }) => void) => unknown
  mount: (place: HTMLElement) => void
  destroy: () => void
}

/** As much of Stripe's script as the app uses. */
export type StripeScript = {
  elements: (options: { locale: string }) => { create: (kind: 'card', options: object) => CardField }
  confirmCardSetup: (
    secret: string,
    data: { payment_method: { card: CardField; billing_details: { name: string } } },
  ) => Promise<{ error?: Failure; setupIntent?: { payment_method: string | { id: string } | null } }>
  confirmCardPayment: (secret: string, data: { payment_method?: string }) => Promise<{ error?: Failure }>
}

type Maker = (key: string) => StripeScript
const maker = (): Maker | undefined => Reflect.get(window, 'Stripe') as Maker | undefined // as Stripe documents it

/** Milliseconds after which a script, or a field that it draws, counts as unreachable. */
export const PROVIDER_WAIT_MS = 15_000

/**
 * The provider's script, which it forbids to be served from elsewhere: loaded when a card is entered or confirmed, and
 * never before. Null: it did not come.
 */
export const loadElement = async ({ publishable_key, script_url }: ElementSource): Promise<StripeScript | null> => {
  if (maker() === undefined) await addScript(script_url)
  return maker()?.(publishable_key) ?? null
}

/** Whether it came or not: what it defines says so. */
const addScript = (src: string): Promise<void> =>
  new Promise((done) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const failed = (): void => {
      clearTimeout(timer)
      script.remove()
      done()
    }
    const timer = setTimeout(failed, PROVIDER_WAIT_MS)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      done()
    })
    script.addEventListener('error', failed)
    document.head.append(script)
  })
