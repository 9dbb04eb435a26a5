import { useFormat } from '../settings/format.ts'

export const Price = ({ amount }: { amount: number }) => <span className="numbers">{useFormat().money(amount)}</span>
