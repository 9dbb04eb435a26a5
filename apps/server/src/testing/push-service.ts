import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PushPayload } from '@ambit/contract'
import { importJWK, jwtVerify, type JWTPayload } from 'jose'

export type Pushed = {
  browser: string
  payload: PushPayload
  bytes: number
  headers: IncomingHttpHeaders
  vapid: JWTPayload
}

/** A push service on this machine, with browsers that decrypt what they get (RFC 8291) and check who sent it (RFC 8292). */
export const startPushService = async () => {
  const browsers = new Map<string, Browser>()
  const pushed: Pushed[] = []
  const hanging: ServerResponse[] = []
  /** what is answered; null: nothing */
  let status: number | null = 201
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const name = (request.url ?? '').slice(1)
      const browser = browsers.get(name)
      if (browser === undefined) return void response.writeHead(410).end()
      if (status === null) return void hanging.push(response)
      if (status !== 201) return void response.writeHead(status).end()
      const body = Buffer.concat(parts)
      void take({ name, browser, body, headers: request.headers })
        .then((one) => pushed.push(one))
        .finally(() => response.writeHead(201).end())
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  return {
    pushed,
    /** A browser that subscribes to pushes: what it tells the app. */
    subscribe: (name: string) => {
      const browser = openBrowser()
      browsers.set(name, browser)
      return { endpoint: `http://127.0.0.1:${port}/${name}`, keys: browser.keys }
    },
    /** The browser ends its subscription. */
    end: (name: string) => void browsers.delete(name),
    answer: (next: number | null) => void (status = next),
    close: async () => {
      for (const one of hanging) one.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

type Browser = ReturnType<typeof openBrowser>
const openBrowser = () => {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { ecdh, keys: { p256dh, auth } }
}

type Taken = { name: string; browser: Browser; body: Buffer; headers: IncomingHttpHeaders }

const take = async ({ name, browser, body, headers }: Taken): Promise<Pushed> => {
  const plain = decrypted(browser, body)
  const vapid = await senderOf(headers)
  return {
    browser: name,
    payload: PushPayload.parse(JSON.parse(plain.toString())),
    bytes: plain.length,
    headers,
    vapid,
  }
}

const decrypted = ({ ecdh, keys }: Browser, body: Buffer): Buffer => {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(keys.p256dh, 'base64url'), sender])
  const secret = hkdfSync('sha256', ecdh.computeSecret(sender), Buffer.from(keys.auth, 'base64url'), info, 32)
  const part = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, size))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

const senderOf = async ({ authorization = '' }: IncomingHttpHeaders): Promise<JWTPayload> => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  return (await jwtVerify(token, publicKey, { currentDate: new Date(0) })).payload
}
