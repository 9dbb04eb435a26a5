type Refused = { message: string }

/** What Stripe's script gives a page, as much of it as the portal uses: the script itself is Stripe's alone. */
const imitation = () => {
  const told = {
    key: '',
    created: [] as { kind: string; options: unknown }[],
    confirmed: [] as { secret: string; name: string }[],
    payments: [] as string[],
    setup: {} as { error?: Refused; setupIntent?: { payment_method: string } },
    payment: {} as { error?: Refused },
  }
  const field = { on: () => field, mount: () => {}, destroy: () => {} }
  const stripe = {
    elements: () => ({
      create: (kind: string, options: unknown) => {
        told.created.push({ kind, options })
        return field
      },
    }),
    confirmCardSetup: async (
      secret: string,
      { payment_method }: { payment_method: { billing_details: { name: string } } },
    ) => {
      told.confirmed.push({ secret, name: payment_method.billing_details.name })
      return told.setup
    },
    confirmCardPayment: async (secret: string) => {
      told.payments.push(secret)
      return told.payment
    },
  }
  return { told, stripe }
}

export const stripeScript = {
  /** As if the script had been loaded. Answers what the portal asked of it, and takes what it shall answer. */
  put: () => {
    const { told, stripe } = imitation()
    Object.assign(window, {
      Stripe: (key: string) => {
        told.key = key
        return stripe
      },
    })
    return told
  },
  remove: (): void => void Reflect.deleteProperty(window, 'Stripe'),
}
