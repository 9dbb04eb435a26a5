import { MINIMUM_PASSWORD_LENGTH } from '@ambit/contract'
import { passwordStrings } from './strings.ts'

export const SHORTEST_TOKEN = 6

export type Hint = { text: string; fine: boolean }

export const passwordHint = (password: string): Hint => {
  const missing = MINIMUM_PASSWORD_LENGTH - password.length
  return missing > 0
    ? { text: passwordStrings.more(missing), fine: false }
    : { text: passwordStrings.passwordFine, fine: true }
}

export const confirmationHint = (password: string, confirmation: string): Hint =>
  password === confirmation && confirmation !== ''
    ? { text: passwordStrings.confirmationFine, fine: true }
    : { text: passwordStrings.mismatch, fine: false }

export const mayReset = (token: string, password: string, confirmation: string): boolean =>
  token.length >= SHORTEST_TOKEN && passwordHint(password).fine && confirmationHint(password, confirmation).fine
