import { api, ApiError, FirstAdministratorInput } from '@ambit/contract'
import { Button, PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '../url/link.tsx'
import type { FocusEvent } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '../api/client.ts'
import { onceReleased } from '../form/once-released.ts'
import { placeServerErrors } from '../form/server-errors.ts'
import { settingsQuery, useSettings } from '../settings/settings.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './sign-in.module.css'
import { session } from '../auth/session.ts'
import { authStrings } from './strings.ts'

const empty = {
  code: '',
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password_confirmation: '',
}
const fields = [
  { name: 'first_name', label: authStrings.firstName, autoComplete: 'given-name' },
  { name: 'last_name', label: authStrings.lastName, autoComplete: 'family-name' },
  { name: 'username', label: authStrings.username, autoComplete: 'username' },
  { name: 'email', label: authStrings.email, autoComplete: 'email' },
] as const
const passwords = [
  { name: 'password', label: authStrings.newPassword },
  { name: 'password_confirmation', label: authStrings.confirmation },
] as const

/** The first page of an empty installation. */
const FirstAdministratorPage = () => {
  const settings = useSettings()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // The address that the launcher prints holds the code; a fragment is not sent to any server.
  const code = window.location.hash.slice(1)
  const form = useForm({
    defaultValues: { ...empty, code },
    mode: 'onBlur',
    resolver: zodResolver(FirstAdministratorInput),
  })
  const { errors, isSubmitting } = form.formState

  const field = (name: keyof typeof empty) => {
    const registered = form.register(name)
    return { ...registered, onBlur: (event: FocusEvent) => onceReleased(() => void registered.onBlur(event)) }
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await client.call(api.setup.firstAdministrator, { body: values })
      session.accept(data.user)
      await queries.refetchQueries(settingsQuery)
      await navigate({ to: '/', replace: true })
    } catch (error) {
      const rest = placeServerErrors(
        error,
        Object.keys(empty),
        (name, message) => form.setError(name as keyof typeof empty, { message }), // placeServerErrors hands back only names of the list
      )
      if (rest.length > 0) form.setError('root', { message: rest.join('\n') })
      if (error instanceof ApiError && error.status === 409) await queries.refetchQueries(settingsQuery)
    }
  })

  if (!settings.setup_needed) return <Navigate to="/" replace />
  return (
    <AuthCard title={authStrings.setupHeading} heading={authStrings.setupHeading} text={authStrings.setupText} wide>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={authStrings.setupCode}
          description={authStrings.setupCodeHelp}
          autoComplete="off"
          withAsterisk
          error={errors.code?.message}
          {...field('code')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={14} verticalSpacing={14}>
          {fields.map(({ name, label, autoComplete }) => (
            <TextInput
              key={name}
              label={label}
              autoComplete={autoComplete}
              withAsterisk
              error={errors[name]?.message}
              {...field(name)}
            />
          ))}
          {passwords.map(({ name, label }) => (
            <PasswordInput
              key={name}
              label={label}
              autoComplete="new-password"
              withAsterisk
              error={errors[name]?.message}
              {...field(name)}
            />
          ))}
        </SimpleGrid>
        {errors.root?.message !== undefined && (
          <p className={classes['error']} role="alert">
            {errors.root.message}
          </p>
        )}
        <div className={classes['actions']} style={{ justifyContent: 'flex-end' }}>
          <Button type="submit" loading={isSubmitting}>
            {authStrings.createAdministrator}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
export default FirstAdministratorPage
