import { DRIVER_PIN_LENGTH } from '@ambit/contract'
import { driverStrings } from './strings.ts'

const words = driverStrings.pin

export type Hint = { text: string; fine: boolean }

export const pinHint = (pin: string): Hint => {
  if (!/^\d*$/.test(pin)) return { text: words.digits, fine: false }
  if (pin.length < DRIVER_PIN_LENGTH) return { text: words.missing(DRIVER_PIN_LENGTH - pin.length), fine: false }
  return pin.length > DRIVER_PIN_LENGTH ? { text: words.tooLong, fine: false } : { text: words.fine, fine: true }
}

export const pinConfirmationHint = (pin: string, confirmation: string): Hint =>
  confirmation !== '' && confirmation === pin
    ? { text: words.match, fine: true }
    : { text: words.mismatch, fine: false }

/** Length, digits and confirmation all hold. */
export const mayResetPin = (pin: string, confirmation: string): boolean =>
  pinHint(pin).fine && pinConfirmationHint(pin, confirmation).fine
