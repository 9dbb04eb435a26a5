import { expect, test } from 'vitest'
import { mentionsOf, names, without } from './mentions.ts'

const jan = {
  first_name: 'Jan',
  last_name: 'Ross',
  username: '30017',
  email: 'eva@web.de',
  phone_number: '0412 345 678',
}
const erased = (text: string, person: Partial<typeof jan> = {}) =>
  without(mentionsOf({ ...jan, ...person }), text, 'Passenger 17')

test.each([
  'Jan Rossmann',
  'Anna-Jan Ross',
  'Jan Ross-Meyer',
  'Ejan Ross',
  'Jan Rossé',
  'Rossmann, Jan',
  'maria-eva@web.de',
  'maria.eva@web.de',
  'eva@web.dev',
  '1300171',
  '130017 and 300170',
  '0412 345 6789',
])('what only contains the name, address or number of an erased passenger stays: %s', (text) => {
  expect(erased(text)).toBe(text)
  expect(names(mentionsOf(jan), { of: [text] })).toBe(false)
})

test.each([
  ["Jan Ross's dog", "Passenger 17's dog"],
  ['for JAN ROSS, and jan ross.', 'for Passenger 17, and Passenger 17.'],
  ['Mr.Jan Ross', 'Mr.Passenger 17'],
  ['"Jan Ross" (Ross, Jan) – Jan Ross', '"Passenger 17" (Passenger 17) – Passenger 17'],
  ['Dr_Jan Ross_', 'Dr_Passenger 17_'],
  ['write to EVA@web.de. Or <eva@web.de>', 'write to Passenger 17. Or <Passenger 17>'],
  ['mailto:eva@web.de?subject=x ...eva@web.de', 'mailto:Passenger 17?subject=x ...Passenger 17'],
  ['client 30017.', 'client Passenger 17.'],
  ['Tel.0412 345 678, or tel0412 345 678', 'Tel.Passenger 17, or telPassenger 17'],
])('a whole name, address or number goes, whatever stands beside it: %s', (text, left) => {
  expect(erased(text)).toBe(left)
  expect(names(mentionsOf(jan), { of: [text] })).toBe(true)
})

test('a phone number goes with and without the country that it was kept with', () => {
  expect(erased('+61412345678, 412345678', { phone_number: '412345678' })).toBe('Passenger 17, Passenger 17')
  expect(erased('Call +61 412 345 678!', { phone_number: '+61 412 345 678' })).toBe('Call Passenger 17!')
  expect(erased('Call +61412345678', { phone_number: '61412345678' })).toBe('Call Passenger 17')
})
