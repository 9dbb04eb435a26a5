// A driver's phone with the app's own core. What it keeps outlives each of its apps, as a browser's database does; only
// the types of a browser keep it from being TypeScript here.
import '../../apps/driver/src/testing/browser-database.ts'
import { createDevice } from '../../apps/driver/src/device/create-device.ts'
import { openDatabase } from '../../apps/driver/src/device/database.ts'

/** A call without an answer ends after so long. ms */
const DEADLINE_MS = 20_000

const ofMachine = { wall: () => Date.now(), steady: () => performance.now() }

export function createPhone(origin, name, clock = ofMachine) {
  const phone = { owed: new Map(), signal: true, device: null }
  let app = { killed: true }
  const timers = new Set()
  const note = (actions) => {
    for (const { sequence, kind, deed } of actions) phone.owed.set(sequence, kind ?? deed.kind)
  }
  const over = (alive) => async (to, init) => {
    // An app that was closed asks and hears nothing any more.
    if (alive.killed) return new Promise(() => {})
    if (!phone.signal) throw new TypeError('no signal')
    if (String(to).endsWith('/actions')) note(JSON.parse(init.body).actions)
    const answer = await fetch(to, init)
    return alive.killed ? new Promise(() => {}) : answer
  }
  phone.open = () => {
    phone.close()
    app = { killed: false }
    phone.device = createDevice({
      origin,
      name,
      clock,
      fetch: over(app),
      deadline: DEADLINE_MS,
      signs: null,
      // On another clock than the machine's nothing happens by itself.
      every: (milliseconds, work) => {
        if (clock !== ofMachine) return () => {}
        const timer = setInterval(work, milliseconds)
        timers.add(timer)
        return () => clearInterval(timer)
      },
      watch: null,
      power: null,
      follows: false,
      spare: async () => false,
    })
    return phone.device
  }
  phone.close = () => {
    app.killed = true
    for (const timer of timers) clearInterval(timer)
    timers.clear()
  }
  phone.kept = async () => {
    const kept = await openDatabase(name)
    const [actions, messages] = [await kept.getAll('actions'), await kept.getAll('messages')]
    kept.close()
    note(actions)
    return {
      actions: new Set(actions.map(({ sequence }) => sequence)),
      messages: new Set(messages.map(({ text }) => text)),
    }
  }
  return phone
}
