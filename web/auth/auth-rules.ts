import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { Credentials, RegistrationForm, SecondFactorCode } from '#contract/auth';
import { RecoveryForm } from '#contract/recovery';

export const validateLogin = zodResolver(Credentials);
export const validateRegistration = zodResolver(RegistrationForm);
export const validateCode = zodResolver(z.object({ code: SecondFactorCode }));
export const validateNewPassword = zodResolver(RecoveryForm);
