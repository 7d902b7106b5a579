import type { UseFormRegisterReturn } from 'react-hook-form';
import { today } from '../format/date.ts';
import { FormField } from './form-field.tsx';
import { StateSelect } from './state-select.tsx';

/** The fields by which a person tells who they are; the form around them decides how they stand. */

type FieldName = 'firstName' | 'lastName' | 'city' | 'state' | 'country' | 'birthday';

/** What `useForm` of any form with these fields gives. */
interface ProfileFieldsProps {
  register: (name: FieldName) => UseFormRegisterReturn;
  errors: { [name in FieldName]?: { message?: string | undefined } | undefined };
}

/** First and last name. */
export function NameFields({ register, errors }: ProfileFieldsProps) {
  return (
    <>
      <FormField
        label="First Name"
        autoComplete="given-name"
        {...register('firstName')}
        error={errors.firstName?.message}
      />
      <FormField
        label="Last Name"
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
      <FormField label="City" autoComplete="address-level2" {...register('city')} error={errors.city?.message} />
      <StateSelect {...register('state')} error={errors.state?.message} />
      <FormField label="Country" autoComplete="country-name" {...register('country')} error={errors.country?.message} />
      <FormField
        label="Birthday"
        type="date"
        autoComplete="bday"
        inputProps={{ max: today() }}
        {...register('birthday')}
        error={errors.birthday?.message}
      />
    </>
  );
}
