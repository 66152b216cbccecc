/** Rest that an insurer pays is granted by a licencia médica alone, which is issued elsewhere. */
export const NotALicence = () => (
  <p className="mt-6 text-fine text-muted">Este certificado no constituye licencia médica ni la reemplaza.</p>
);
