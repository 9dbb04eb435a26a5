import { useCallback } from 'react'
import { api, type SignInChallenge } from '@ambit/contract'
import type { Answer } from '../api/calls.ts'
import { isLanguage } from '../texts/say.ts'
import { useRide } from './ride.tsx'

/** Has a code sent, in the language that the page is in. */
export const useCodeAsking = (): ((contact: string) => Promise<Answer<SignInChallenge>>) => {
  const { calls } = useRide()
  return useCallback(
    async (contact) => {
      const app = new URLSearchParams(location.search).get('app')
      const { lang } = document.documentElement
      const answered = await calls.call(api.ride.askForCode, {
        query: app === null ? {} : { app },
        body: { contact: contact.trim(), ...(isLanguage(lang) ? { language: lang } : {}) },
      })
      return answered.ok ? { ok: true, answer: answered.answer.data } : answered
    },
    [calls],
  )
}
