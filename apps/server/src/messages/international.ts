/** As gateways take it: `0445 984 907` → `+61445984907`; `prefix` is that of numbers without a country. Null: no number. */
export const international = (phone: string, prefix: string): string | null => {
  const plain = phone.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  const whole = plain.startsWith('+') ? plain : `${prefix}${plain.replace(/^0/, '')}`
  return /^\+\d{6,15}$/.test(whole) ? whole : null
}
