import { useCallback, useEffect, useRef, useState } from 'react'
import { api, type RideConfig, type RidePassenger } from '@ambit/contract'
import { type Calls, createCalls } from '../api/calls.ts'
import { keptRides } from '../ride/kept-rides.ts'
import { createFlow } from '../plan/flow.ts'
import { pushing, pushServer } from './pushing.ts'
import type { Engine } from './ride.tsx'

/** What was told of the app longer ago is asked for again when its page is looked at. ms */
const KNOWN_FOR_MS = 5 * 60_000

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

const appQuery = () => {
  const app = new URLSearchParams(location.search).get('app')
  return app === null ? {} : { app }
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
  const heardAt = useRef(0)
  const hear = useCallback(
    (told: RideConfig) => {
      heardAt.current = Date.now()
      engine.hear(told.server_time)
      setConfig(told)
    },
    [engine],
  )
  const retry = useCallback(() => {
    const ask = async (): Promise<void> => {
      const { call } = engine.calls
      const [told, known] = await Promise.all([call(api.ride.config, { query: appQuery() }), call(api.ride.me)])
      if (!told.ok || (!known.ok && known.trouble.kind === 'silent')) return setStep('unreachable')
      hear(told.answer.data)
      if (known.ok) setMe(known.answer.data)
      if (known.ok) void pushing.renew(pushServer(engine.calls, told.answer.data))
      setStep('heard')
    }
    void ask()
  }, [engine, hear, setMe])
  useEffect(retry, [retry])
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || Date.now() - heardAt.current < KNOWN_FOR_MS) return
      const told = await engine.calls.call(api.ride.config, { query: appQuery() })
      if (told.ok) hear(told.answer.data)
    }
    const looked = (): void => void ask()
    if (step === 'heard') document.addEventListener('visibilitychange', looked)
    return () => document.removeEventListener('visibilitychange', looked)
  }, [engine, hear, step])
  useEffect(() => {
    if (step !== 'unreachable') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [step, retry])
  return { engine, step, config, me, ended: me === null ? before : null, setMe, retry }
}
