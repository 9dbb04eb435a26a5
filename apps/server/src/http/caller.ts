import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Asked by a program on the server's own machine, as the socket says. What the request says itself can only speak
 * against it: a proxy's headers, or the name of another site that was made to lead here (DNS rebinding).
 */
export const fromThisMachine = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
  headers.forwarded === undefined &&
  headers['x-forwarded-for'] === undefined &&
  LOOPBACK_NAME.test(headers.host ?? '')

/**
 * What one caller holds: an IPv4 address, or the /64 of an IPv6 address, as every household has 2⁶⁴ of them. For limits.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::')
  const [front, back] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const left = Array.from({ length: Math.max(0, 8 - front!.length - back!.length) }, () => '0') // both are of the list above
  const groups = after === undefined ? front! : [...front!, ...left, ...back!] // as above
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
