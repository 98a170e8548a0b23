// A customer, who sees nothing of the others.
import { Example, ExcludeOperations, Filter, FilterEQ, OperationDelete } from '@decorest/core';
import { IsEmail, Length } from 'class-validator';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { Order } from './order.js';

@Entity()
@ExcludeOperations(OperationDelete)
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  @Length(1, 80)
  @Example('Ada')
  name!: string;

  @Column({ length: 254, unique: true })
  @IsEmail()
  @Filter(FilterEQ)
  @Example('ada@example.com')
  email!: string;

  @OneToMany(() => Order, (order) => order.customer)
  orders!: Order[];
}
