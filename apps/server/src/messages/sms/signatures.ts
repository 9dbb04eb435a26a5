import { createHmac, timingSafeEqual } from 'node:crypto'

const same = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Of the body as it was sent: `sha256=` and hexadecimal digits. */
export const isSignedBy = (secret: string, body: string, signature: string): boolean =>
  same(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)

/** Of the address that Twilio called, with every field and its value after it (twilio.com/docs/usage/security). */
export const isSignedByTwilio = (
  token: string,
  { url, fields, signature }: { url: string; fields: URLSearchParams; signature: string },
): boolean => {
  const signed = [...new Set(fields.keys())]
    .toSorted()
    .flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => name + value))
  return same(
    signature,
    createHmac('sha1', token)
      .update(`${url}${signed.join('')}`)
      .digest('base64'),
  )
}
