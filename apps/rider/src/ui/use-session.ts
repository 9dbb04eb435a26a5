import { useCallback, useEffect, useState } from 'react'
import { api, type RideConfig, type RidePassenger } from '@ambit/contract'
import { type Calls, createCalls } from '../api/calls.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { createFlow } from '../plan/flow.ts'
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

/** How far the server's clock is ahead of the device's, ms. */
type Skew = { current: number }

const makeEngine = (fetch: typeof globalThis.fetch, skew: Skew, ended: () => void): Engine => {
  const calls: Calls = createCalls({ fetch, ended })
  const now = (): number => Date.now() + skew.current
  return { calls, now, flow: createFlow(calls, now) }
}

/** The app that the visitor came by, and who has signed in. */
export const useSession = (fetch: typeof globalThis.fetch): Session => {
  const [me, setPassenger] = useState<RidePassenger | null>(null)
  const [before, setBefore] = useState<RidePassenger | null>(null)
  const [config, setConfig] = useState<RideConfig | null>(null)
  const [step, setStep] = useState<Session['step']>('asking')
  const [skew] = useState<Skew>(() => ({ current: 0 }))
  const [engine] = useState(() => makeEngine(fetch, skew, () => setPassenger(null)))
  const setMe = useCallback(
    (next: RidePassenger | null) => {
      if (next === null) {
        engine.flow.reset()
        keptRides.forget()
      } else if (keptRides.read()?.passenger !== next.id) keptRides.forget()
      setBefore(next)
      setPassenger(next)
    },
    [engine],
  )
  const retry = useCallback(() => {
    const app = new URLSearchParams(location.search).get('app')
    const query = app === null ? {} : { app }
    void Promise.all([engine.calls.call(api.ride.config, { query }), engine.calls.call(api.ride.me)]).then(
      ([told, known]) => {
        if (!told.ok || (!known.ok && known.trouble.kind === 'silent')) return setStep('unreachable')
        skew.current = Date.parse(told.answer.data.server_time) - Date.now()
        setConfig(told.answer.data)
        if (known.ok) setMe(known.answer.data)
        setStep('heard')
      },
    )
  }, [engine, setMe, skew])
  useEffect(retry, [retry])
  useEffect(() => {
    if (step !== 'unreachable') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [step, retry])
  return { engine, step, config, me, ended: me === null ? before : null, setMe, retry }
}
