import { api, bearerOf, type Client } from '@ambit/contract'
import { createGate, createSession, type Line, type Session } from './line.ts'

/** The demo's own sign-ins; the README names them. An installation without them cannot be simulated. */
const DEMO_PASSWORD = 'sunline-demo'
export const DEMO_PIN = '246810'

export type Desks = {
  /** customer service: finds addresses and books for passengers */
  desk: Session
  /** operations: sees fleet and schedules, and makes them */
  planner: Session
  /** administration: reads the mail that is kept in the product */
  postroom: Session
}

export const openDesks = (line: Line): Desks => ({
  desk: createSession(line, staff('chris')),
  planner: createSession(line, staff('olivia')),
  // A gate of its own: who signs in holds a place while the code is looked for.
  postroom: createSession({ ...line, enter: createGate(1) }, staff('alex')),
})

/** The dispatcher who looks after every zone. */
export const openWatch = (line: Line): Session => createSession(line, staff('dana'))

/** The user who may move the clock of a simulated day. */
export const openClockKeeper = (line: Line): Session => createSession(line, staff('sam'))

const staff =
  (username: string) =>
  async (client: Client): Promise<string> => {
    const { data } = await client.call(api.sessions.create, { body: { email: username, password: DEMO_PASSWORD } })
    return bearerOf(data)
  }

export const openCab = (line: Line, username: string): Session =>
  createSession(line, async (client) => {
    const { data } = await client.call(api.driver.signIn, { body: { username, pin: DEMO_PIN } })
    return data.token
  })
