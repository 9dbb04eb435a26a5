import { useCallback, useEffect, useState } from 'react'
import { api, type RideConfig, type RidePassenger } from '@ambit/contract'
import { type Calls, createCalls } from '../api/calls.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { createFlow } from '../plan/flow.ts'
import { pushing, pushServer } from './pushing.ts'
import type { Engine } from './ride.tsx'

export type Session = {
  engine: Engine
  /** `unreachable`: the server has not been heard since the app was opened */
  step: 'asking' | 'unreachable' | 'heard'
  config: RideConfig | null
  me: RidePassenger | null
  /** the passenger whose session ended while the app was open: what was entered stays for them */
  ended: RidePassenger | null
  setMe: (me: RidePassenger | null) => void
  retry: () => void
}

/** `hear`: the server's time, by which every time is reckoned from then on. */
const makeEngine = (fetch: typeof globalThis.fetch, ended: () => void): Engine & { hear: (time: string) => void } => {
  let ahead = 0
  const calls: Calls = createCalls({ fetch, ended })
  const now = (): number => Date.now() + ahead
  const hear = (time: string): void => {
    ahead = Date.parse(time) - Date.now()
  }
  return { calls, now, flow: createFlow(calls, now), hear }
}

/** The app that the visitor came by, and who has signed in. */
export const useSession = (fetch: typeof globalThis.fetch): Session => {
  const [me, setPassenger] = useState<RidePassenger | null>(null)
  const [before, setBefore] = useState<RidePassenger | null>(null)
  const [config, setConfig] = useState<RideConfig | null>(null)
  const [step, setStep] = useState<Session['step']>('asking')
  const [engine] = useState(() => makeEngine(fetch, () => setPassenger(null)))
  const setMe = useCallback(
    (next: RidePassenger | null) => {
      if (next === null) {
        engine.flow.reset()
        keptRides.forget()
      } else {
        engine.flow.belongTo(next.id)
        if (keptRides.read()?.passenger !== next.id) keptRides.forget()
      }
      setBefore(next)
      setPassenger(next)
    },
    [engine],
  )
  const retry = useCallback(() => {
    const app = new URLSearchParams(location.search).get('app')
    const query = app === null ? {} : { app }
    const ask = async (): Promise<void> => {
      const { call } = engine.calls
      const [told, known] = await Promise.all([call(api.ride.config, { query }), call(api.ride.me)])
      if (!told.ok || (!known.ok && known.trouble.kind === 'silent')) return setStep('unreachable')
      engine.hear(told.answer.data.server_time)
      setConfig(told.answer.data)
      if (known.ok) setMe(known.answer.data)
      if (known.ok) void pushing.renew(pushServer(engine.calls, told.answer.data))
      setStep('heard')
    }
    void ask()
  }, [engine, setMe])
  useEffect(retry, [retry])
  useEffect(() => {
    if (step !== 'unreachable') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [step, retry])
  return { engine, step, config, me, ended: me === null ? before : null, setMe, retry }
}
