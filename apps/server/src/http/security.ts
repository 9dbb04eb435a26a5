import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { CardConfig, Config } from '../config.ts'

/**
 * Nothing from outside, nothing inline but styles: Mantine writes style elements, which run no code.
 * Maps draw into blobs and data URLs; their worker is a file of our own.
 */
export const helmetOptions = ({ publicUrl, cards }: Pick<Config, 'publicUrl' | 'cards'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...cardHosts(cards).scripts],
      'frame-src': cardHosts(cards).frames,
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...cardHosts(cards).calls],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginEmbedderPolicy: false,
})

/** Where cards are entered in the provider's element: its script, its frames and the bank's, and what they call. */
const cardHosts = (cards: CardConfig): { scripts: string[]; frames: string[]; calls: string[] } => {
  if (cards.kind !== 'stripe' || cards.publishableKey === null) return { scripts: [], frames: ["'none'"], calls: [] }
  const { origin } = new URL(cards.scriptUrl)
  const stripe = 'https://*.js.stripe.com'
  return {
    scripts: [origin, stripe],
    frames: [origin, stripe, 'https://hooks.stripe.com'],
    calls: [origin, 'https://api.stripe.com'],
  }
}
