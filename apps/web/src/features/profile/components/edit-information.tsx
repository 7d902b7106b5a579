import type { ProfileForm, User } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { profile as text } from '@kinreel/messages/en/profile';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { type ComponentProps, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { errorMessage, isApiError } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/form-resolver.ts';
import { paths } from '../../../shared/paths.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { NameFields, PlaceFields } from '../../../shared/ui/profile-fields.tsx';
import { useLeaveDialog } from '../../../shared/ui/use-leave-dialog.tsx';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { aboutMeHint, editForm, formOf } from '../edit-form.ts';
import { useUpdateUserMutation } from '../profile.api.ts';

interface EditInformationProps {
  user: User;
  /** Error message of the registration, if there is one (PROF-04). */
  registrationMessage?: string;
}

/** The form of Edit Information (PROF-04). Saving refetches the user; Cancel leads to the user's videos. */
export function EditInformation({ user, registrationMessage }: EditInformationProps) {
  const notices = useNotices();
  const navigate = useNavigate();
  const [updateUser] = useUpdateUserMutation();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, reset, setError, control, formState } = useForm<
    z.input<typeof editForm>,
    unknown,
    ProfileForm
  >({
    resolver: formResolver(editForm),
    mode: 'onTouched',
    values: formOf(user),
    // Refetching the user must not overwrite unsaved changes.
    resetOptions: { keepDirtyValues: true },
  });
  const { dirtyFields, errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);
  const { askToLeave, dialog } = useLeaveDialog(() => void navigate(paths.videos(user.id)));
  const aboutMe = useWatch({ control, name: 'aboutMe' }) ?? '';
  const showInSearch = useWatch({ control, name: 'showInSearch' }) ?? true;
  const showOnLinks = useWatch({ control, name: 'showOnLinks' }) ?? true;
  const message = failure || registrationMessage;

  const save = handleSubmit(async (form) => {
    setFailure('');
    try {
      // Send only changed fields, to keep changes from elsewhere.
      const changed = Object.entries(form).filter(([name]) => dirtyFields[name as keyof ProfileForm]);
      const saved = await updateUser({ ...Object.fromEntries(changed), id: user.id }).unwrap();
      reset(formOf(saved));
      notices.success({ title: text.saved });
    } catch (error) {
      const fields = isApiError(error) ? (error.fields ?? {}) : {};
      for (const name of Object.keys(formOf(user)) as (keyof ProfileForm)[]) {
        if (fields[name]) setError(name, { message: fields[name] });
      }
      setFailure(errorMessage(error));
    }
  });

  return (
    <Box component="form" noValidate onSubmit={save} data-upload-bar="off" sx={{ maxWidth: 560, pt: { xs: 5, sm: 7 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 5,
          rowGap: { xs: 4, sm: 5 },
          alignItems: 'start',
        }}
      >
        <NameFields register={register} errors={errors} />
        <PlaceFields register={register} errors={errors} />
        <FormField
          label={text.aboutMe}
          multiline
          minRows={5}
          maxRows={14}
          {...register('aboutMe')}
          error={errors.aboutMe?.message}
          hint={<span className="num">{aboutMeHint(aboutMe)}</span>}
          sx={{ gridColumn: '1 / -1', '& .MuiOutlinedInput-root': { p: 0 } }}
        />
        <Choice
          {...register('showInSearch')}
          label={text.showInSearch}
          hint={text.showInSearchHint}
          checked={showInSearch}
        />
        <Choice
          {...register('showOnLinks')}
          label={text.showOnLinks}
          hint={text.showOnLinksHint}
          checked={showOnLinks}
        />
      </Box>
      {message && (
        <Alert severity="error" sx={{ mt: 5 }}>
          {message}
        </Alert>
      )}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          gap: 3,
          mt: 6,
          '& > button': { minWidth: { sm: 160 } },
        }}
      >
        <Button type="submit" variant="contained" size="large" loading={isSubmitting} loadingPosition="start">
          {isSubmitting ? common.saving : common.save}
        </Button>
        <Button variant="outlined" size="large" disabled={isSubmitting} onClick={askToLeave}>
          {common.cancel}
        </Button>
      </Box>
      {dialog}
    </Box>
  );
}

interface ChoiceProps extends Omit<ComponentProps<typeof Switch>, 'slotProps'> {
  label: string;
  hint: string;
  checked: boolean;
}

/** A switch of the form with its explanation. */
function Choice({ label, hint, checked, ...field }: ChoiceProps) {
  const hintId = useId();
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <FormControlLabel
        control={<Switch {...field} slotProps={{ input: { 'aria-describedby': hintId } }} />}
        label={label}
        checked={checked}
        sx={{ minHeight: 44, marginInlineStart: -2, '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <FormHelperText id={hintId} sx={{ m: 0 }}>
        {hint}
      </FormHelperText>
    </Box>
  );
}
