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
