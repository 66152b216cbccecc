import { zodResolver } from '@hookform/resolvers/zod';
import { PasswordChangeForm } from '#contract/account';

export const validatePasswordChange = zodResolver(PasswordChangeForm);
