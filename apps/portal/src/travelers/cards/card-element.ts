/** What collects a card's details: it talks to the provider itself, and gives back a token. */
export type CardElementProps = {
  clientSecret: string
  /** the token; settles when the card has been added, rejects when it was refused */
  onToken: (paymentMethodId: string) => Promise<void>
  /** the provider's words; empty once they no longer hold */
  onError: (message: string) => void
  /** something was typed */
  onDirty: () => void
}
