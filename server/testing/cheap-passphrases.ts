import { Encrypter } from 'age-encryption';

/** Loaded before the product in tests: a passphrase costs a thousandth of what it costs outside. */
const { setPassphrase } = Encrypter.prototype;
Encrypter.prototype.setPassphrase = function (passphrase) {
  setPassphrase.call(this, passphrase);
  this.setScryptWorkFactor(8);
};
