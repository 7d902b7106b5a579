import { profileFields as text } from '@kinreel/messages/en/profile-fields';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { today } from '../format/date.ts';
import { FormField } from './form-field.tsx';
import { StateSelect } from './state-select.tsx';

/** Fields shared by the registration and profile forms. The form decides on the layout. */

type FieldName = 'firstName' | 'lastName' | 'city' | 'state' | 'country' | 'birthday';

/** Part of the result of `useForm` for a form with these fields. */
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

/** City, state, country, birthday. */
export function PlaceFields({ register, errors }: ProfileFieldsProps) {
  return (
    <>
      <FormField label={text.city} autoComplete="address-level2" {...register('city')} error={errors.city?.message} />
      <StateSelect {...register('state')} error={errors.state?.message} />
      <FormField
        label={text.country}
        autoComplete="country-name"
        {...register('country')}
        error={errors.country?.message}
      />
      <FormField
        label={text.birthday}
        type="date"
        autoComplete="bday"
        inputProps={{ max: today() }}
        {...register('birthday')}
        error={errors.birthday?.message}
      />
    </>
  );
}
