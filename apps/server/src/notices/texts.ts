import type { MessageLanguage } from '@ambit/contract'

type By<T> = Readonly<Record<MessageLanguage, (facts: T) => string>>

/** A vehicle does not go: there is less room than planned. */
export const lostTrip: By<{ zone: string; from: string; until: string }> = {
  en: ({ zone, from, until }) =>
    `A vehicle in ${zone} does not go from ${from} to ${until}. Rides may come later than usual. We are sorry.`,
  de: ({ zone, from, until }) =>
    `In ${zone} fällt von ${from} bis ${until} ein Fahrzeug aus. Fahrten können später kommen als sonst. Wir bitten um Entschuldigung.`,
  es: ({ zone, from, until }) =>
    `En ${zone} falta un vehículo del ${from} al ${until}. Los viajes pueden llegar más tarde de lo habitual. Lo sentimos.`,
}

/** `street` is empty where it has no name; `until` null: nobody knows. */
export const closedRoad: By<{ street: string; until: string | null }> = {
  en: ({ street, until }) =>
    `${street === '' ? 'A road' : street} is closed${until === null ? '' : ` until ${until}`}. Rides may take longer and stops may be further away. We are sorry.`,
  de: ({ street, until }) =>
    `${street === '' ? 'Eine Straße' : street} ist${until === null ? '' : ` bis ${until}`} gesperrt. Fahrten können länger dauern, und Haltestellen weiter entfernt sein. Wir bitten um Entschuldigung.`,
  es: ({ street, until }) =>
    `${street === '' ? 'Una calle' : street}: cerrada al tráfico${until === null ? '' : ` hasta el ${until}`}. Los viajes pueden durar más y las paradas pueden quedar más lejos. Lo sentimos.`,
}
