import type { BlockList } from 'node:net'
import { Agent } from 'undici'
import type { Config } from '../../config.ts'
import { environmentFor } from '../../http/authenticate.ts'
import { isOwnMachine, lookupWithin, mayReach, networkList } from '../../http/reach.ts'

/** The push services of the browsers in use: Chrome and those built from it, Firefox, Safari, Edge. */
export const knownPushServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

type Rules = Pick<Config, 'pushServices' | 'environment' | 'publicUrl' | 'host'>

const none: BlockList = networkList([])

/** A push service on the machine itself, and without TLS, is for trying things out. */
const forTrying = (rules: Rules): boolean => ['dev', 'demo'].includes(environmentFor(rules))

/** Does a push to this address go to a service that is known, or that the installation names? */
export const isPushService = (rules: Rules, endpoint: string): boolean => {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  const own = isOwnMachine(url.hostname) && forTrying(rules)
  if (!own && (url.protocol !== 'https:' || url.port !== '')) return false
  return [...knownPushServices, ...rules.pushServices].some(
    (host) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  )
}

/** Connects to public addresses alone, whatever a name leads to by then. */
export const pushAgent = (rules: Rules): Agent =>
  new Agent({
    connect: {
      lookup: lookupWithin(
        (address) => mayReach(none, forTrying(rules), address),
        (host) => new Error(`${host} is in a network that push services must not be in`),
      ),
    },
    pipelining: 0,
    maxResponseSize: 65_536,
  })
