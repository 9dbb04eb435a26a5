import { api, ApiError, type ServiceOffering } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import type { Format } from '../../settings/create-format.ts'
import classes from './DiscountCode.module.css'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.discount

/** What an offering costs with a code. */
export const priceQuery = (code: string, service_offering_id: number) =>
  queryOptions({
    queryKey: ['discount-prices', service_offering_id, code],
    queryFn: ({ signal }) =>
      client.call(api.discounts.lookUp, { query: { code, service_offering_id }, signal }).then(({ data }) => data),
    retry: false,
  })

type Props = {
  offering: ServiceOffering
  /** the code that the booking will be made with */
  applied: string | null
  onApply: (code: string | null) => void
  format: Format
}

/** A discount code for the booking, and what the chosen trip costs with it. */
export const DiscountCode = ({ offering, applied, onApply, format }: Props) =>
  applied === null ? (
    <CodeField offering={offering} onApply={onApply} />
  ) : (
    <Applied code={applied} offering={offering} onApply={onApply} format={format} />
  )

const problemOf = (error: Error): string =>
  error instanceof ApiError ? (error.errors[0]?.detail ?? words.failed) : words.failed

const CodeField = ({ offering, onApply }: Pick<Props, 'offering' | 'onApply'>) => {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const apply = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const { code } = await queries.fetchQuery(priceQuery(typed.trim(), offering.id))
      onApply(code)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes['code']}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') void apply()
      }}
    >
      <TextInput
        label={words.label}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={typed.trim() === ''}>
        {words.apply}
      </Button>
    </form>
  )
}

const Applied = ({ code, offering, onApply, format }: Omit<Props, 'applied'> & { code: string }) => {
  const price = useQuery(priceQuery(code, offering.id))
  return (
    <div className={classes['applied']} role="group" aria-label={words.label}>
      {price.isError ? (
        <span role="alert" className={classes['problem']}>{`${code}: ${problemOf(price.error)}`}</span>
      ) : (
        <dl className={classes['prices']}>
          <dt>{price.data === undefined ? code : words.named(code, price.data.name)}</dt>
          <dd className="numbers">
            {price.data !== undefined && `−${format.money(price.data.price - price.data.total_price)}`}
          </dd>
          <dt>{words.toPay}</dt>
          <dd className="numbers">
            {price.data !== undefined && <strong>{format.money(price.data.total_price)}</strong>}
          </dd>
        </dl>
      )}
      <Button size="compact-xs" variant="default" onClick={() => onApply(null)}>
        {words.remove}
      </Button>
    </div>
  )
}
