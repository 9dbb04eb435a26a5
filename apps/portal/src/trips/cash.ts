import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { tripRecords } from '../records/trips.ts'

export const tripCashQuery = (tripId: number) =>
  queryOptions({
    queryKey: tripRecords.key('cash', tripId),
    queryFn: ({ signal }) =>
      client.call(api.trips.cash, { params: { id: tripId }, signal }).then((answer) => answer.data),
  })

export const cashStrings = {
  title: 'Cash',
  toHandIn: (amount: string) => `Cash to hand in: ${amount}`,
  notTold: (amount: string) => `Not recorded, ${amount} due`,
  notPaid: (reason: string) => `Not paid: ${reason}`,
  paid: (paid: string, due: string | null) => (due === null ? paid : `${paid} of ${due}`),
  concessionNotShown: 'Concession not shown',
} as const
