import { profileFields as text } from '@kinreel/messages/en/profile-fields';
import { type ChangeEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { today } from '../format/date.ts';
import { FormField } from './form-field.tsx';
import { StateSelect } from './state-select.tsx';

/** Fields of the registration and profile forms. The form defines the layout. */

type FieldName = 'firstName' | 'lastName' | 'city' | 'state' | 'country' | 'birthday';

/** From the result of `useForm`, for a form with these fields. */
interface ProfileFieldsProps {
  register: (name: FieldName) => UseFormRegisterReturn;
  errors: { [name in FieldName]?: { message?: string | undefined } | undefined };
}

/** First and last name. */
export function NameFields({ register, errors }: ProfileFieldsProps) {
  return (
    <>
      <FormField
        label={text.firstName}
        autoComplete="given-name"
        {...register('firstName')}
        error={errors.firstName?.message}
      />
      <FormField
        label={text.lastName}
        autoComplete="family-name"
        {...register('lastName')}
        error={errors.lastName?.message}
      />
    </>
  );
}

/** City, state, country and birthday. The state is hidden for countries other than the United States. */
export function PlaceFields({ register, errors }: ProfileFieldsProps) {
  const [isAbroad, setAbroad] = useState(false);
  const state = register('state');
  const country = register('country');
  function onCountryChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const abroad = !isUnitedStates(event.target.value);
    if (abroad && !isAbroad) void state.onChange({ target: { name: state.name, value: '' }, type: 'change' });
    setAbroad(abroad);
    return country.onChange(event);
  }
  return (
    <>
      <FormField label={text.city} autoComplete="address-level2" {...register('city')} error={errors.city?.message} />
      {!isAbroad && <StateSelect {...state} error={errors.state?.message} />}
      <FormField
        label={text.country}
        autoComplete="country-name"
        {...country}
        onChange={onCountryChange}
        hint={text.countryHint}
        error={errors.country?.message}
      />
      <FormField
        label={text.birthday}
        type="date"
        autoComplete="bday"
        inputProps={{ max: today() }}
        {...register('birthday')}
        hint={text.birthdayHint}
        error={errors.birthday?.message}
      />
    </>
  );
}

/** Also true for an empty or partial name, because the person may still be typing. */
function isUnitedStates(country: string): boolean {
  const typed = country.trim().toLowerCase().replaceAll('.', '');
  return ['united states of america', 'the united states', 'usa', 'america'].some((name) => name.startsWith(typed));
}
