import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import type { Page } from './start-portal.ts'

/** A dialog of this name, once it is there: what is found and done in it, field by field. */
export const openedDialog = async ({ user, fill, choose }: Page, name: string | RegExp) => {
  const element = await screen.findByRole('dialog', { name })
  const inside = within(element)
  const field = (label: string) => inside.findByLabelText((text) => text.replace(/ \*$/, '') === label)
  return {
    ...inside,
    element,
    /** by its whole label */
    field,
    fill: async (label: string, text: string) => fill(await field(label), text),
    /** Puts a text in the place of what a field holds at once: long ones take their time key by key. */
    paste: async (label: string, text: string) => {
      await user.clear(await field(label))
      await user.click(await field(label))
      await user.paste(text)
    },
    choose: async (label: string, option: string) =>
      choose(await inside.findByRole('combobox', { name: label }), option),
    switch: async (label: string) => user.click(await inside.findByRole('switch', { name: label })),
    tab: async (label: string) => {
      const tab = await inside.findByRole('tab', { name: label })
      await user.click(tab)
      await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'))
    },
    /** once the button may be pressed */
    submit: async () => {
      const button = inside.getByRole('button', { name: 'Submit' })
      await waitFor(() => expect(button).toBeEnabled())
      await user.click(button)
    },
    closes: () =>
      waitFor(() => {
        if (element.isConnected) throw new Error(`The dialog is still open: ${element.textContent}`)
      }),
  }
}
