import { type BlockList, isIP } from 'node:net'
import type { FetchBody } from 'openid-client'
import { Agent, fetch as fetchWith } from 'undici'
import type { Config } from '../config.ts'
import { traceHeaders } from '../context/span.ts'
import { environmentFor } from '../http/authenticate.ts'
import { isOwnMachine, lookupWithin, mayReach, networkList } from '../http/reach.ts'

/** Bytes that an answer may have. */
const LARGEST = 1_000_000

type Rules = Pick<Config, 'providerNetworks' | 'environment' | 'publicUrl' | 'host'>

/** A provider on the machine itself is for trying things out. */
const forTrying = (rules: Rules): boolean => ['dev', 'demo'].includes(environmentFor(rules))

const mayCall = (rules: Rules, named: BlockList, address: string): boolean => mayReach(named, forTrying(rules), address)

export class AddressRefused extends Error {}

const refused = (host: string): AddressRefused =>
  new AddressRefused(`${host} is in a network that providers must not be in. See AMBIT_SSO_NETWORKS`)

/** Plain HTTP only on the machine itself, where that is allowed. */
export const refuseAddress = (rules: Rules, url: URL): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const local = isOwnMachine(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local && forTrying(rules)))
    throw new AddressRefused(`${url.origin} must begin with https`)
  if (url.username !== '' || url.password !== '') throw new AddressRefused('The address must hold no password')
  if (isIP(host) !== 0 && !mayCall(rules, networkList(rules.providerNetworks), host)) throw refused(host)
}

/** The client sends forms alone. */
const textOf = (body: FetchBody | undefined): string | null => {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' ? body : null
}

/** Calls providers; no redirect is followed. */
export const providerFetch = (rules: Rules, signal: AbortSignal) => {
  const list = networkList(rules.providerNetworks)
  const checked = lookupWithin((address) => mayCall(rules, list, address), refused)
  const dispatcher = new Agent({ connect: { lookup: checked }, maxResponseSize: LARGEST, pipelining: 0 })
  return async (url: string, options: { method: string; headers: Record<string, string>; body?: FetchBody }) => {
    refuseAddress(rules, new URL(url))
    const answer = await fetchWith(url, {
      method: options.method,
      headers: { ...options.headers, ...traceHeaders(), 'accept-encoding': 'identity' },
      body: textOf(options.body),
      redirect: 'manual',
      signal,
      dispatcher,
    })
    // The largest size is that of what comes: a small answer may unpack to a gigabyte.
    if (answer.headers.has('content-encoding')) {
      await answer.body?.cancel()
      throw new AddressRefused(`${new URL(url).host} compresses its answers without being asked to`)
    }
    // Read here, so that the deadline and the largest size hold for the whole of it.
    return new Response([204, 304].includes(answer.status) ? null : await answer.text(), {
      status: answer.status,
      headers: [...answer.headers],
    })
  }
}
