import { MINIMUM_PASSWORD_LENGTH } from '@ambit/contract'
import { passwordStrings } from './strings.ts'

export const SHORTEST_TOKEN = 6

export type Hint = { text: string; fine: boolean }

/** `least`: characters that the installation asks for */
export const passwordHint = (password: string, least: number = MINIMUM_PASSWORD_LENGTH): Hint => {
  const missing = least - password.length
  return missing > 0
    ? { text: passwordStrings.more(missing), fine: false }
    : { text: passwordStrings.passwordFine, fine: true }
}

export const confirmationHint = (password: string, confirmation: string): Hint =>
  password === confirmation && confirmation !== ''
    ? { text: passwordStrings.confirmationFine, fine: true }
    : { text: passwordStrings.mismatch, fine: false }

export const mayReset = (token: string, password: string, confirmation: string, least?: number): boolean =>
  token.length >= SHORTEST_TOKEN && passwordHint(password, least).fine && confirmationHint(password, confirmation).fine
