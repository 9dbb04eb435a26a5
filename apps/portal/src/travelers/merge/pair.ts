/** As the address names two passengers, the one who stays first: `12.17`; `12`: the other is not chosen yet. */
export const pairText = (kept: number, other: number): string => `${kept}.${other}`

export const pairOf = (text: string | null): { kept: number; other: number | null } => {
  const [kept = '', other] = (text ?? '').split('.')
  return { kept: Number(kept), other: other === undefined ? null : Number(other) }
}
