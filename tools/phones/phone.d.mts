import type { Deed, DriverActionKind, TripWithStops } from '@ambit/contract'

/** What is used of the app's own core (`apps/driver/src/device/device.ts`). */
export type PhoneDevice = {
  state: () => {
    step: 'reading' | 'signed_out' | 'pin' | 'signed_in'
    open: { manifest: { trip: TripWithStops } } | null
    sending: { unsent: number }
  }
  signIn: (input: { username: string; pin: string; shared: boolean }) => Promise<object | null>
  openTrip: (id: number) => Promise<boolean>
  closeTrip: () => Promise<void>
  did: (...deeds: Deed[]) => Promise<object | null>
  writeMessage: (text: string) => Promise<void>
  wake: () => Promise<void>
}

export type Phone = {
  /** every action that was stored or sent, by the number that the phone gave it */
  owed: Map<number, DriverActionKind>
  signal: boolean
  /** The app is opened on what the phone keeps; an app that was open is closed by it, wherever it was. */
  open: () => PhoneDevice
  close: () => void
  /** What the server does not have yet, as the phone's database says. */
  kept: () => Promise<{ actions: ReadonlySet<number>; messages: ReadonlySet<string> }>
}

/** ms; left out: those of the machine */
type Clock = { wall: () => number; steady: () => number }

export function createPhone(origin: string, name: string, clock?: Clock): Phone
