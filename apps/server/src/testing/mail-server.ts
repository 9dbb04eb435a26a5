import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** the mails that it has taken, whole, in the order in which they came */
  received: string[]
  /** it takes none for a while, and says so */
  refuse: (refusing: boolean) => void
  /** nobody listens at its address for a while */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

/** A mail server on this machine that may be disturbed. */
export const startMailServer = async (): Promise<MailServer> => {
  const received: string[] = []
  let refusing = false
  const open = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox is full') : null),
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
    return server
  }
  let server: SMTPServer | null = await open(0)
  const { port } = server.server.address() as AddressInfo // it listens on a port, not on a pipe
  const leave = async (): Promise<void> => {
    const leaving = server
    server = null
    if (leaving !== null)
      await new Promise<void>((done) => {
        leaving.close(done)
      })
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (now) => void (refusing = now),
    leave,
    comeBack: async () => void (server ??= await open(port)),
    close: leave,
  }
}
